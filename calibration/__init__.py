"""Camera and colour calibration."""

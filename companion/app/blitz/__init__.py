"""The parts of the Würfelblitz screen: buttons for each player, dice that spell out their sum, discs, number pad."""

"""The words of the game, one type each: what everybody beside the kernel says and hears. It imports nothing of Railhead."""

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
KINDS = (*COLOURS, "locomotive")

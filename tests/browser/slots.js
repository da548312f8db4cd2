// Where the slots of a route lie in the window, claimed or not: its line goes from end to end through their middles.
(route) => {
  const line = route.querySelector(".hit");
  const seen = line.getScreenCTM();
  const points = line.getAttribute("d").slice(1).split("L").slice(1, -1);
  return points.map((point) => new DOMPoint(...point.split(" ").map(Number)).matrixTransform(seen));
}

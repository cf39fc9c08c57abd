/* The texts on the page that stand out too little from what is behind them: WCAG's ratio of luminances, 4.5 to 1, and
   3 to 1 for large text. Returns sentences. */
() => {
  const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
    willReadFrequently: true,
  });
  const parse = (color) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, at) => part * a + below[at] * (1 - a)).concat(1);
  const behind = (element) => {
    if (!element) return parse("Canvas");
    return over(parse(getComputedStyle(element).backgroundColor), behind(element.parentElement));
  };
  const luminance = ([...rgb]) => {
    const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const opacity = (element) => (element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1);
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    const element = texts.currentNode.parentElement;
    if (!text || !seen(element)) continue;
    count += 1;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    const large = size >= 24 || (size >= 18.66 && fontWeight >= 700);
    const below = behind(element);
    const [red, green, blue, alpha] = parse(color);
    const found_ratio = ratio(over([red, green, blue, alpha * opacity(element)], below), below);
    if (found_ratio < (large ? 3 : 4.5)) found.push(`${found_ratio.toFixed(2)} to 1: ${text.slice(0, 40)}`);
  }
  if (count < 20) found.push(`only ${count} texts were looked at`);
  return [...new Set(found)];
}

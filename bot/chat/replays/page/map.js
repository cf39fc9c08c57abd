/* The map: paints display lists (bot/game/maps/shapes.py) as SVG, and moves and zooms the view. */

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 60;
/** The width of the strips of coordinates at the left and at the top (bot/game/maps/window.py). */
const RIM = 17;
const CLOSEST = 150;
const SLOW = 260;
const still = matchMedia("(prefers-reduced-motion: reduce)");

function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(name, value);
  }
  return element;
}

/** Returns the color of a role of the palette. */
const ink = (role) => (role ? `var(--map-${role.replaceAll(" ", "-")})` : "none");

const PAINT = {
  polygon: (points, fill, outline, width) =>
    svg("polygon", { points: points.join(" "), fill: ink(fill), ...edge(outline, width) }),
  line: (points, color, width, dash) =>
    svg("polyline", {
      points: points.join(" "), fill: "none", ...edge(color, width), "stroke-linecap": "round",
      "stroke-dasharray": dash.length ? dash.join(" ") : null,
    }),
  circle: (cx, cy, r, fill, outline, width) => svg("circle", { cx, cy, r, fill: ink(fill), ...edge(outline, width) }),
  text: (x, y, words, size, color, anchor, bold) => {
    const element = svg("text", {
      x, y, fill: ink(color), "font-size": size, "text-anchor": anchor, "dominant-baseline": "central",
      "font-weight": bold ? 700 : null,
    });
    element.textContent = words;
    return element;
  },
};

function edge(color, width) {
  return color && width ? { stroke: ink(color), "stroke-width": width, "stroke-linejoin": "round" } : {};
}

function painted([kind, ...values]) {
  return PAINT[kind] ? PAINT[kind](...values) : svg("g", {});
}

/** Returns the box around a shape: left, top, right, bottom. */
function boxOf([kind, ...values]) {
  const points = Array.isArray(values[0]) ? values[0] : [[values[0], values[1]]];
  const reach = kind === "circle" ? values[2] : 0;
  const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [
    Math.min(...across) - reach, Math.min(...down) - reach, Math.max(...across) + reach, Math.max(...down) + reach,
  ];
}

class MapView {
  constructor(replay) {
    this.replay = replay;
    this.svg = document.getElementById("map");
    this.ground = document.getElementById("ground");
    this.above = document.getElementById("above");
    this.size = [1, 1];
    this.view = [0, 0, 1, 1];
    this.shown = null;
    this.near = [1, 1];
    this.rim = [];
    this.fitted = true;
    this.pointers = new Map();
    this.watch();
  }

  /** Shows the map of a frame. If only a part of the map is in view, it moves to what has changed since `before`. */
  show(map, before) {
    const stage = this.svg.parentElement;
    stage.hidden = !map;
    document.getElementById("nowhere").hidden = Boolean(map);
    if (!map) {
      this.shown = null;
      return;
    }
    if (this.shown?.ground !== map.ground) {
      this.ground.replaceChildren(...this.replay.maps[map.ground].map((n) => painted(this.replay.shapes[n])));
    }
    const above = map.above.map((n) => [this.replay.shapes[n], painted(this.replay.shapes[n])]);
    this.above.replaceChildren(...above.map(([, element]) => element));
    this.rim = above.filter(([[kind, x, y]]) => kind === "text" && Math.min(x, y) < RIM);
    for (const [, element] of this.rim) element.classList.add("rim");
    this.svg.setAttribute("aria-label", map.alt);
    const resized = String(this.size) !== String(map.size);
    this.size = map.size;
    if (!this.shown) this.open();
    else if (resized && this.fitted) this.look(this.whole());
    if (!this.fitted && before) this.follow(map, before, Boolean(this.shown));
    this.shown = map;
    this.stick();
  }

  /** Shows the whole map if its spaces are large enough on this screen, or else the middle of its contents. */
  open() {
    const box = this.svg.getBoundingClientRect();
    const scale = Math.min(box.width / this.size[0], box.height / this.size[1]);
    this.fitted = scale > 0.62 || !box.width;
    this.look(this.whole());
    if (!this.fitted) this.zoom(scale / 0.85);
  }

  whole() {
    return [0, 0, ...this.size];
  }

  /** Shows the whole map, or returns to the closer view. */
  fit() {
    this.fitted = true;
    this.look(this.whole(), true);
  }

  /** Moves the view to what has changed between two frames. */
  follow(map, before, smooth) {
    const [was, is] = [new Set(before.above), new Set(map.above)];
    const changed = [...is].filter((n) => !was.has(n)).concat([...was].filter((n) => !is.has(n)));
    if (!changed.length) return;
    const boxes = changed.map((n) => boxOf(this.replay.shapes[n]));
    const [left, top] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side])) - MARGIN);
    const [right, bottom] = [2, 3].map((side) => Math.max(...boxes.map((box) => box[side])) + MARGIN);
    const [x, y, wide, high] = this.target ?? this.view;
    const [width, height] = [Math.max(this.near[0], right - left), Math.max(this.near[1], bottom - top)];
    const inside = left >= x && top >= y && right <= x + wide && bottom <= y + high;
    if (inside && width >= wide * 0.99) return;
    this.look([(left + right - width) / 2, (top + bottom - height) / 2, width, height], smooth);
  }

  /** Zooms by a factor (below 1: closer) around a point of the map, by default its middle. */
  zoom(factor, about, smooth) {
    const [x, y, width, height] = this.view;
    const [cx, cy] = about ?? [x + width / 2, y + height / 2];
    const most = Math.max(...this.size);
    const by = Math.min(Math.max(factor, CLOSEST / Math.max(width, height)), (most * 1.05) / Math.max(width, height));
    this.fitted = false;
    this.near = [width * by, height * by];
    this.look([cx - (cx - x) * by, cy - (cy - y) * by, width * by, height * by], smooth);
  }

  /** Shows this part of the map, kept within its edges; `smooth`: in several steps. */
  look([x, y, width, height], smooth) {
    const [most, tallest] = this.size;
    const within = (at, length, all) =>
      length >= all ? (all - length) / 2 : Math.min(Math.max(at, -MARGIN / 2), all - length + MARGIN / 2);
    this.target = [within(x, width, most), within(y, height, tallest), width, height];
    cancelAnimationFrame(this.moving);
    if (!smooth || still.matches) this.put(this.target);
    else {
      const from = this.view;
      const begun = performance.now();
      const step = (now) => {
        const part = Math.min((now - begun) / SLOW, 1);
        const eased = 1 - (1 - Math.max(part, 0)) ** 3;
        this.put(from.map((value, n) => value + (this.target[n] - value) * eased));
        if (part < 1) this.moving = requestAnimationFrame(step);
      };
      this.moving = requestAnimationFrame(step);
    }
  }

  put(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", view.map((value) => value.toFixed(1)).join(" "));
    this.stick();
  }

  /** Keeps the coordinates at the edges of the view, even if the edges of the map are out of view. */
  stick() {
    const box = this.svg.getBoundingClientRect();
    const [x, y, width, height] = this.view;
    const scale = Math.min(box.width / width, box.height / height) || 1;
    const left = x - (box.width / scale - width) / 2;
    const top = y - (box.height / scale - height) / 2;
    for (const [[, ownX, ownY], element] of this.rim) {
      if (ownY < RIM) element.setAttribute("y", Math.max(ownY, top + RIM / 2));
      else element.setAttribute("x", Math.max(ownX, left + RIM / 2));
    }
  }

  /** Returns the point of the map at a point of the window. */
  at(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /** Handles fingers, mouse and wheel: one finger drags the map, two fingers or the wheel zoom it. */
  watch() {
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * 0.0015), this.at(event.clientX, event.clientY));
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    this.svg.addEventListener("pointermove", (event) => {
      const before = this.pointers.get(event.pointerId);
      if (!before) return;
      const now = [event.clientX, event.clientY];
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.pinch(before, now, other);
      else this.drag(before, now);
      this.pointers.set(event.pointerId, now);
    });
    for (const over of ["pointerup", "pointercancel"]) {
      this.svg.addEventListener(over, (event) => this.pointers.delete(event.pointerId));
    }
    this.svg.addEventListener("dblclick", (event) => this.zoom(0.5, this.at(event.clientX, event.clientY), true));
  }

  drag(before, now) {
    const [[fromX, fromY], [toX, toY]] = [this.at(...before), this.at(...now)];
    const [x, y, width, height] = this.view;
    this.fitted = false;
    this.near = [width, height];
    this.look([x + fromX - toX, y + fromY - toY, width, height]);
  }

  pinch(before, now, other) {
    const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]) || 1;
    this.zoom(apart(before) / apart(now), this.at((now[0] + other[0]) / 2, (now[1] + other[1]) / 2));
  }
}

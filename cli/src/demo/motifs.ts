// The motifs of covers: flat shapes that fill a square, each a little different for each title.

export const SIDE = 300;

/** `next`: a number from 0 to 1 that follows from the title. `ink`: a colour of the palette. */
type Brush = { next(): number; ink(index: number): string };

export const motifs: readonly ((brush: Brush) => string)[] = [
  tiles,
  sunset,
  arcs,
  peaks,
  rays,
  discs,
  bands,
  waves,
  blocks,
  columns,
  petals,
  halftone,
];

/** A grid whose tiles hold a quarter of a disc, half a disc, a triangle, or a whole disc. */
function tiles({ next, ink }: Brush): string {
  const count = 3 + Math.floor(next() * 2);
  const size = SIDE / count;
  const half = size / 2;
  const shapes = [
    `M0 0H${size}A${size} ${size} 0 0 1 0 ${size}Z`,
    `M0 0H${size}A${half} ${half} 0 0 1 0 0Z`,
    `M0 0H${size}L0 ${size}Z`,
    `M0 ${half}A${half} ${half} 0 0 1 ${size} ${half}A${half} ${half} 0 0 1 0 ${half}Z`,
  ];
  return each(count * count, (index) => {
    const place = `translate(${(index % count) * size} ${Math.floor(index / count) * size})`;
    const turn = `rotate(${Math.floor(next() * 4) * 90} ${half} ${half})`;
    const [back, front] = [Math.floor(next() * 4), 1 + Math.floor(next() * 3)];
    const ground = next() < 0.5 ? `<path d="M0 0H${size}V${size}H0Z" fill="${ink(back)}"/>` : "";
    const shape = shapes[Math.floor(next() * shapes.length)] ?? "";
    return `<g transform="${place} ${turn}">${ground}<path d="${shape}" fill="${ink(back + front)}"/></g>`;
  });
}

/** A sun behind a horizon, and its mirror image in bars on the water. */
function sunset({ next, ink }: Brush): string {
  const [x, horizon, radius] = [100 + next() * 100, 165 + next() * 40, 75 + next() * 30];
  const sky = `<path d="M0 0H${SIDE}V${horizon}H0Z" fill="${ink(0)}"/>`;
  const sun = `<path d="M${x - radius} ${horizon}a${radius} ${radius} 0 0 1 ${2 * radius} 0Z" fill="${ink(1)}"/>`;
  const rows = Math.ceil((SIDE - horizon) / 16);
  const bars = each(rows, (row) => {
    const half = radius * Math.sqrt(Math.max(0.03, 1 - (row / rows) ** 2)) * (0.7 + next() * 0.5);
    return `<path d="M${x - half} ${horizon + 5 + row * 16}h${2 * half}v8h${-2 * half}Z" fill="${ink(row % 3 === 2 ? 2 : 1)}"/>`;
  });
  return sky + sun + bars;
}

/** A rainbow around a corner. */
function arcs({ next, ink }: Brush): string {
  const turn = Math.floor(next() * 4) * 90;
  const width = 26 + next() * 14;
  const rings = each(9, (index) => disc(0, SIDE, 380 - index * width, ink(index)));
  const [x, radius] = [215 + next() * 30, 24 + next() * 18];
  return `<g transform="rotate(${turn} ${SIDE / 2} ${SIDE / 2})">${rings}${disc(x, SIDE - x, radius, ink(10))}</g>`;
}

/** A moon above ranges of mountains. */
function peaks({ next, ink }: Brush): string {
  const moon = disc(60 + next() * 180, 60 + next() * 40, 30 + next() * 22, ink(3));
  const ranges = each(3, (row) => {
    const base = 120 + row * 62;
    const width = 110 + next() * 60;
    const start = -next() * width;
    return each(5, (index) => {
      const left = start + index * width * 0.75;
      const top = base - 20 + next() * 50;
      const right = `L${left + width / 2} ${top}L${left + width} ${SIDE}Z`;
      // The side in the light, then the side in the shade.
      return `<path d="M${left} ${SIDE}${right}" fill="${ink(row)}"/><path d="M${left + width / 2} ${SIDE}${right}" fill="#000" fill-opacity=".16"/>`;
    });
  });
  return moon + ranges;
}

/** Rays from a point, and a disc on it. */
function rays({ next, ink }: Brush): string {
  const [x, y] = [90 + next() * 120, 110 + next() * 100];
  const count = 10 + Math.floor(next() * 5) * 2;
  const point = (turn: number) => `${x + 500 * Math.cos(turn)} ${y + 500 * Math.sin(turn)}`;
  const step = (2 * Math.PI) / count;
  const start = next() * step;
  const beams = each(count / 2, (index) => {
    const turn = start + 2 * index * step;
    return `<path d="M${x} ${y}L${point(turn)}L${point(turn + step)}Z" fill="${ink(index % 2)}"/>`;
  });
  const radius = 44 + next() * 26;
  return beams + disc(x, y, radius, ink(2)) + disc(x, y, radius * 0.55, ink(3));
}

/** Large discs that shine through each other. */
function discs({ next, ink }: Brush): string {
  const turn = next() * Math.PI * 2;
  const radius = 88 + next() * 22;
  const count = 3 + Math.floor(next() * 2);
  const away = 62 + next() * 16;
  return each(count, (index) => {
    const angle = turn + (index * Math.PI * 2) / count;
    const [x, y] = [SIDE / 2 + away * Math.cos(angle), SIDE / 2 + away * Math.sin(angle)];
    return `<g opacity=".82">${disc(x, y, radius, ink(index))}</g>`;
  });
}

/** Slanted bands of different widths. */
function bands({ next, ink }: Brush): string {
  const turn = 20 + next() * 50;
  const lean = next() < 0.5 ? turn : -turn;
  let x = -100;
  const stripes = each(10, (index) => {
    const width = 18 + next() * 46;
    x += width + (index % 3 === 0 ? 22 : 0);
    return `<path d="M${x - width} -150h${width}v600h${-width}Z" fill="${ink(index)}"/>`;
  });
  return `<g transform="rotate(${lean} ${SIDE / 2} ${SIDE / 2})">${stripes}</g>`;
}

/** A sea in layers under a sun. */
function waves({ next, ink }: Brush): string {
  const sun = disc(70 + next() * 160, 84 + next() * 30, 38 + next() * 20, ink(0));
  const layers = each(6, (row) => {
    const [y, length, height] = [118 + row * 32, 90 + next() * 50, 16 + next() * 12];
    const start = -next() * length;
    const arcs = each(7, () => `t${length} 0`);
    return `<path d="M${start} ${y}q${length / 2} ${-2 * height} ${length} 0${arcs}V${SIDE}H${start}Z" fill="${ink(row + 1)}"/>`;
  });
  return sun + layers;
}

/** Rectangles between thick lines, one of them with a disc. */
function blocks({ next, ink }: Brush): string {
  const [x, y] = [90 + next() * 120, 90 + next() * 120];
  const [side_y, side_x] = [y + (SIDE - y) * (0.3 + next() * 0.4), x * (0.3 + next() * 0.4)];
  const box = (outline: string, color: string) => `<path d="${outline}Z" fill="${color}"/>`;
  const lines = `M${x} 0V${SIDE}M0 ${y}H${SIDE}M${x} ${side_y}H${SIDE}M${side_x} 0V${y}`;
  return [
    box(`M${x} 0H${SIDE}V${y}H${x}`, ink(0)),
    box(`M0 ${y}H${x}V${SIDE}H0`, ink(1)),
    box(`M${x} ${side_y}H${SIDE}V${SIDE}H${x}`, ink(2)),
    box(`M0 0H${side_x}V${y}H0`, ink(3)),
    disc((x + SIDE) / 2, y / 2, Math.min(SIDE - x, y) * 0.36, ink(2)),
    `<path d="${lines}" stroke="#111" stroke-width="9" fill="none"/>`,
  ].join("");
}

/** Columns with round heads, like the meters of a mixing desk. */
function columns({ next, ink }: Brush): string {
  const count = 5 + Math.floor(next() * 4);
  const width = SIDE / count;
  return each(count, (index) => {
    const top = 40 + next() * 170;
    const [left, half] = [index * width, width / 2];
    const body = `<path d="M${left} ${SIDE}V${top}a${half} ${half} 0 0 1 ${width} 0V${SIDE}Z" fill="${ink(index)}"/>`;
    return body + disc(left + half, top, half * 0.5, ink(index + 2));
  });
}

/** A flower that reaches over the edges. */
function petals({ next, ink }: Brush): string {
  const [x, y] = [120 + next() * 60, 120 + next() * 60];
  const count = 6 + Math.floor(next() * 4);
  const ring = (length: number, width: number, color: number, shift: number) =>
    each(count, (index) => {
      const turn = (360 / count) * (index + shift);
      return `<ellipse cx="${x}" cy="${y - length}" rx="${width}" ry="${length}" transform="rotate(${turn} ${x} ${y})" fill="${ink(color)}"/>`;
    });
  return ring(105, 40, 0, 0.5) + ring(68, 27, 1, 0) + disc(x, y, 30, ink(2)) + disc(x, y, 14, ink(3));
}

/** Dots that grow towards a point. */
function halftone({ next, ink }: Brush): string {
  const [x, y] = [next() * SIDE, next() * SIDE];
  const step = SIDE / (9 + Math.floor(next() * 4));
  const count = Math.round(SIDE / step) + 1;
  return each(count * count, (index) => {
    const row = Math.floor(index / count);
    const [left, top] = [((index % count) + (row % 2) / 2 - 0.25) * step, row * step];
    const near = Math.max(0.12, 1 - Math.hypot(left - x, top - y) / 290);
    return disc(left, top, near * step * 0.62, ink(near > 0.72 ? 1 : 0));
  });
}

function disc(x: number, y: number, radius: number, color: string): string {
  return `<circle cx="${x}" cy="${y}" r="${Math.max(0, radius)}" fill="${color}"/>`;
}

function each(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join("");
}

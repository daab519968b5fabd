// A QR code that is drawn here: the secret in it goes to no other host. Black on white in both colours, since cameras want that.

import { useMemo } from "react";
import { encode } from "uqr";

const QUIET = 4;
const SIZE_PX = 200;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg width={SIZE_PX} height={SIZE_PX} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: QUIET, ecc: "M" });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}

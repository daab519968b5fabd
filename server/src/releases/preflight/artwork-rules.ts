import { artworkRule, type Rule, releaseRule } from "./rule.ts";

export const artworkRules: readonly Rule[] = [
  artworkRule({
    code: "art_not_square",
    standard: "blocker",
    summary: "Artwork is square.",
    check: ({ width, height }) => (width === height ? undefined : `is ${width} × ${height} pixels; must be square`),
    examples: {
      passes: ["3000 × 3000", { width: 3000, height: 3000 }],
      fails: ["3000 × 2000", { width: 3000, height: 2000 }],
    },
  }),
  artworkRule({
    code: "art_too_small",
    standard: "blocker",
    summary: "Artwork has at least 3000 × 3000 pixels. Do not enlarge a smaller one.",
    thresholds: { min_pixels: 3000 },
    check: ({ width, height }, { min_pixels }) =>
      Math.min(width, height) >= min_pixels
        ? undefined
        : `is ${width} × ${height} pixels; must have at least ${min_pixels} × ${min_pixels}`,
    examples: {
      passes: ["3000 × 3000", { width: 3000, height: 3000 }],
      fails: ["1400 × 1400", { width: 1400, height: 1400 }],
    },
  }),
  artworkRule({
    code: "art_format",
    standard: "blocker",
    summary: "Artwork is a JPEG or a PNG.",
    thresholds: { formats: ["jpeg", "png"] as readonly string[] },
    check: ({ format }, { formats }) =>
      formats.includes(format) ? undefined : `is ${format}; must be ${formats.join(" or ")}`,
    examples: { passes: ["JPEG", { format: "jpeg" }], fails: ["GIF", { format: "gif" }] },
  }),
  artworkRule({
    code: "art_color_mode",
    standard: "blocker",
    summary: "Artwork is RGB with 8 bits a channel: no CMYK, no transparency, no animation, not turned by a tag.",
    thresholds: { color_spaces: ["srgb", "rgb"] as readonly string[], bit_depth: 8 },
    check: (image, { color_spaces, bit_depth }) => {
      const { color_space } = image;
      if (!color_spaces.includes(color_space)) return `is ${color_space}; must be ${color_spaces.join(" or ")}`;
      if (image.bit_depth !== bit_depth) return `has ${image.bit_depth} bits a channel; must have ${bit_depth}`;
      if (image.is_animated) return "is animated";
      if (image.has_alpha) return "has an alpha channel; must be opaque";
      return image.orientation > 1 ? "is turned by an orientation tag; save it upright" : undefined;
    },
    examples: { passes: ["sRGB", { color_space: "srgb" }], fails: ["CMYK", { color_space: "cmyk" }] },
  }),
  artworkRule({
    code: "art_file_size",
    standard: "warning",
    summary: "The artwork's file has at most 10 MB.",
    thresholds: { max_bytes: 10_000_000 },
    check: ({ size_bytes }, { max_bytes }) =>
      size_bytes <= max_bytes ? undefined : `has ${size_bytes} bytes; at most ${max_bytes} are taken everywhere`,
    examples: { passes: ["4 MB", { size_bytes: 4_000_000 }], fails: ["40 MB", { size_bytes: 40_000_000 }] },
  }),
  artworkRule({
    code: "art_single_color",
    standard: "warning",
    summary: "Artwork is more than one plain colour.",
    check: ({ is_single_color }) => (is_single_color ? "is a single colour" : undefined),
    examples: { passes: ["a picture", { is_single_color: false }], fails: ["all black", { is_single_color: true }] },
  }),
  artworkRule({
    code: "art_border_or_letterbox",
    standard: "warning",
    summary: "Artwork fills its square: no border, no bars.",
    check: ({ has_border }) => (has_border ? "has a border or bars; crop them" : undefined),
    examples: { passes: ["a full picture", { has_border: false }], fails: ["white bars", { has_border: true }] },
  }),
  artworkRule({
    code: "art_blurry",
    standard: "warning",
    summary: "Artwork is sharp.",
    check: ({ is_blurry }) => (is_blurry ? "is blurry" : undefined),
    examples: { passes: ["a sharp picture", { is_blurry: false }], fails: ["a blurry one", { is_blurry: true }] },
  }),
  artworkRule({
    code: "art_upscaled",
    standard: "warning",
    summary: "Artwork was not enlarged from a smaller picture.",
    check: ({ is_upscaled }) => (is_upscaled ? "seems to be enlarged from a smaller picture" : undefined),
    examples: {
      passes: ["its own size", { is_upscaled: false }],
      fails: ["500 × 500, enlarged", { is_upscaled: true }],
    },
  }),
  releaseRule({
    code: "art_reused",
    standard: "warning",
    scope: "artwork",
    summary: "Artwork belongs to one title.",
    check: ({ history: { titles_with_artwork } }) => {
      const [title] = titles_with_artwork;
      return title === undefined
        ? []
        : [{ field: "artwork_asset_id", issue: `is also the artwork of another release of yours, "${title}"` }];
    },
    examples: {
      passes: ["a picture of its own", {}],
      fails: ["the picture of another title", { history: { titles_with_artwork: ["Dawn"] } }],
    },
  }),
];

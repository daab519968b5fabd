import { ownPath } from "../data/api.ts";
import { useAsset } from "../data/catalog.ts";
import classes from "./artwork.module.css";
import { pictureWords } from "./words.ts";

type PictureProps = { link: string | null | undefined; title: string; size: number; alt?: string };

/** The first letters of its first two words. */
function initialsOf(title: string): string {
  const words = title.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
}

/** Thumbnails are made in these sizes. A screen may have two pixels for each of ours, and never needs the original. */
const thumbnailSizes = [96, 320, 960] as const;

function sizedLink(link: string, size: number): string {
  const pixels = thumbnailSizes.find((one) => one >= size * 2) ?? 960;
  return `${ownPath(link)}?size=${pixels}`;
}

/**
 * A picture of its own size from the start, so that nothing moves when it comes; without one, the title's first letters.
 * Plain elements: lists show dozens at once.
 */
export function Picture({ link, title, size, alt = "" }: PictureProps) {
  const box = { width: size, height: size, borderRadius: size < 64 ? 4 : 8 };
  if (link) return <img src={sizedLink(link, size)} alt={alt} loading="lazy" className={classes.picture} style={box} />;
  const look = { ...box, fontSize: size / 2.5 };
  return (
    <span className={classes.initials} style={look} aria-hidden>
      {initialsOf(title)}
    </span>
  );
}

type ArtworkProps = { asset_id: string | null; title: string; size: number };

/** The picture of a release of which only the asset is known. */
export function Artwork({ asset_id, title, size }: ArtworkProps) {
  const { data: asset } = useAsset(asset_id);
  return (
    <Picture
      link={asset?.image?.thumbnail_url}
      title={title}
      size={size}
      alt={size < 64 ? "" : pictureWords.artworkOf(title)}
    />
  );
}

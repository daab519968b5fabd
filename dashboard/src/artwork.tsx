import { Avatar, Image } from "@mantine/core";
import { ownPath } from "./api.ts";
import { useAsset } from "./catalog.ts";

type PictureProps = { link: string | null | undefined; title: string; size: number; alt?: string };

/** A picture of its own size from the start, so that nothing moves when it comes; without one, the title's first letters. */
export function Picture({ link, title, size, alt = "" }: PictureProps) {
  const radius = size < 64 ? "sm" : "md";
  if (!link) return <Avatar radius={radius} size={size} name={title} color="initials" aria-hidden />;
  return (
    <Image src={ownPath(link)} alt={alt} w={size} h={size} radius={radius} fit="cover" flex="none" loading="lazy" />
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
      alt={size < 64 ? "" : `Artwork of ${title}`}
    />
  );
}

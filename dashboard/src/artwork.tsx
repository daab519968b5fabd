import { Avatar, Image } from "@mantine/core";
import { ownPath } from "./api.ts";
import { useAsset } from "./catalog.ts";

/** The picture of a release, or its first letters where it has none. */
export function Artwork({ asset_id, title, size }: { asset_id: string | null; title: string; size: number }) {
  const { data: asset } = useAsset(asset_id);
  const link = asset?.image?.thumbnail_url;
  if (!link)
    return <Avatar radius="md" size={size} name={title} color="initials" role="img" aria-label="No artwork yet" />;
  return (
    <Image
      src={ownPath(link)}
      alt={`Artwork of ${title}`}
      w={size}
      h={size}
      radius="md"
      fit="cover"
      style={{ flex: "none" }}
    />
  );
}

import { Anchor, Image, Stack, Text } from "@mantine/core";
import type { Asset } from "@segue/sdk";
import { Picture } from "../../../components/artwork.tsx";
import { ownPath } from "../../../data/api.ts";
import { showBytes, showNumber, showWord } from "../../../values/format.ts";

const SIZE = 480;
/** Sharp on screens with two dots for each pixel. */
const THUMBNAIL = 960;

/** As large as the page has room for; a click opens the file itself. */
export function ReviewArtwork({ asset, title }: { asset: Asset | undefined; title: string }) {
  if (!asset?.image || !asset.download_url)
    return (
      <div role="img" aria-label="No artwork">
        <Picture link={null} title={title} size={240} />
      </div>
    );
  const { width, height, format, thumbnail_url } = asset.image;
  const link = ownPath(asset.download_url);
  const shown = thumbnail_url ? `${ownPath(thumbnail_url)}?size=${THUMBNAIL}` : link;
  return (
    <Stack gap={4} maw={SIZE} w="100%">
      <Anchor href={link} target="_blank" rel="noreferrer" aria-label="Open the artwork in full size">
        <Image
          src={shown}
          alt={`Artwork of ${title}`}
          w="100%"
          radius="md"
          style={{ aspectRatio: `${width} / ${height}` }}
        />
      </Anchor>
      <Text size="xs" c="dimmed">
        {showNumber(width)} × {showNumber(height)} pixels, {showWord(format)}, {showBytes(asset.size_bytes)}
      </Text>
    </Stack>
  );
}

import { Anchor, Image, Stack, Text } from "@mantine/core";
import type { Asset } from "@segue/sdk";
import { Picture } from "../../../components/artwork.tsx";
import { ownPath } from "../../../data/api.ts";
import { showBytes, showWord } from "../../../values/format.ts";
import { reviewWords } from "./words.ts";

const SIZE = 480;
/** Sharp on screens with two dots for each pixel. */
const THUMBNAIL = 960;

/** As large as the page has room for; a click opens the file itself. */
export function ReviewArtwork({ asset, title }: { asset: Asset | undefined; title: string }) {
  if (!asset?.image || !asset.download_url)
    return (
      <div role="img" aria-label={reviewWords.artwork.none}>
        <Picture link={null} title={title} size={240} />
      </div>
    );
  const { width, height, format, thumbnail_url } = asset.image;
  const link = ownPath(asset.download_url);
  const shown = thumbnail_url ? `${ownPath(thumbnail_url)}?size=${THUMBNAIL}` : link;
  return (
    <Stack gap={4} maw={SIZE} w="100%">
      <Anchor href={link} target="_blank" rel="noreferrer" aria-label={reviewWords.artwork.open}>
        <Image
          src={shown}
          alt={reviewWords.artwork.alt(title)}
          w="100%"
          radius="md"
          style={{ aspectRatio: `${width} / ${height}` }}
        />
      </Anchor>
      <Text size="xs" c="dimmed">
        {reviewWords.artwork.about({ width, height, format: showWord(format), size: showBytes(asset.size_bytes) })}
      </Text>
    </Stack>
  );
}

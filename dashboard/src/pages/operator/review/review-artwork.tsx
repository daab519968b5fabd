import { Anchor, Avatar, Image, Stack, Text } from "@mantine/core";
import type { Asset } from "@segue/sdk";
import { ownPath } from "../../../data/api.ts";
import { showBytes, showNumber, showWord } from "../../../values/format.ts";

const SIZE = 320;

/** As large as the page has room for; a click opens the file itself. */
export function ReviewArtwork({ asset, title }: { asset: Asset | undefined; title: string }) {
  if (!asset?.image || !asset.download_url)
    return <Avatar radius="md" size={SIZE} name={title} color="initials" role="img" aria-label="No artwork" />;
  const { width, height, format } = asset.image;
  const link = ownPath(asset.download_url);
  return (
    <Stack gap={4} maw={SIZE} w="100%">
      <Anchor href={link} target="_blank" rel="noreferrer" aria-label="Open the artwork in full size">
        <Image
          src={link}
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

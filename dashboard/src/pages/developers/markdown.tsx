import { Code, List, Stack, Text, Title } from "@mantine/core";

/** The little Markdown that entries of the changelog use: paragraphs, lists, headings and code. */
export function Markdown({ text }: { text: string }) {
  const blocks = text
    .replaceAll("\r", "")
    .split("\n\n")
    .map((block) => block.trim())
    .filter(Boolean);
  return (
    <Stack gap="xs" style={{ overflowWrap: "anywhere" }}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of an entry never changes.
        <Block key={index} text={block} />
      ))}
    </Stack>
  );
}

const isItem = (line: string) => line.startsWith("- ") || line.startsWith("* ");

function Block({ text }: { text: string }) {
  const lines = text.split("\n");
  if (lines.every(isItem))
    return (
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>
            <Line text={line.slice(2)} />
          </List.Item>
        ))}
      </List>
    );
  if (text.startsWith("#"))
    return (
      <Title order={3} size="h5">
        {text.slice(text.indexOf(" ") + 1)}
      </Title>
    );
  return (
    <Text size="sm">
      <Line text={text} />
    </Text>
  );
}

/** What stands between backticks is code. */
function Line({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the text of an entry never changes.
  return text.split("`").map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part));
}

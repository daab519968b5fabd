import { NativeSelect } from "@mantine/core";
import { BY_HAND, type Reading } from "./reading.ts";
import { readingWords as words } from "./words.ts";

/** By which format the file is read. */
export function FormatChoice({ reading: { sample, formats, fits, choice, choose } }: { reading: Reading }) {
  const [first, ...others] = fits;
  const isOne = first !== undefined && others.length === 0;
  const canAssign = !sample.is_zip;
  return (
    <NativeSelect
      label={words.format}
      description={descriptionOf(
        fits.map(({ name }) => name),
        { choice, canAssign },
      )}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={[
        { value: "", label: isOne ? words.fitting(first.name) : words.automatic },
        ...formats.map(({ format_id, name }) => ({ value: format_id, label: name })),
        ...(canAssign ? [{ value: BY_HAND, label: words.byHand }] : []),
      ]}
      value={choice}
      onChange={(event) => choose(event.currentTarget.value)}
      maw={360}
    />
  );
}

type Choosing = { choice: string; canAssign: boolean };

function descriptionOf(fits: readonly string[], { choice, canAssign }: Choosing): string | undefined {
  if (fits.length > 1 && choice === "") return words.several(fits);
  return fits.length === 0 && canAssign && choice === BY_HAND ? words.none : undefined;
}

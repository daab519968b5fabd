import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useFilter } from "../router.tsx";
import { formWords } from "./words.ts";

const PAUSE_MS = 250;

type SearchInputProps = {
  placeholder: string;
  /** In which part of the address it is kept. */
  filter?: string;
  label?: string;
};

/** A word to look for, kept in the address when the typing pauses. */
export function SearchInput({ placeholder, filter = "q", label = formWords.search }: SearchInputProps) {
  const [q, setQ] = useFilter(filter);
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may get another word by a link or a saved view. A word that is being typed is newer.
  useEffect(() => {
    if (timer.current === undefined) setTyped((text) => (text.trim() === q ? text : q));
  }, [q]);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setQ(text.trim());
    }, PAUSE_MS);
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      flex={1}
      miw={200}
    />
  );
}

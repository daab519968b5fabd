import { useFilter } from "../router.tsx";

/** A form that a link can open: "/webhooks?new=endpoint". It is closed by taking its name out of the address. */
export function useAskedForm(name: string): [boolean, { open: () => void; close: () => void }] {
  const [asked, setAsked] = useFilter("new");
  return [asked === name, { open: () => setAsked(name), close: () => setAsked("") }];
}

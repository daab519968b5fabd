import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const segue: MantineColorsTuple = [
  "#e6fbf5",
  "#d3f3ea",
  "#a6e6d4",
  "#75d8bd",
  "#4fcca9",
  "#37c49d",
  "#1fa485",
  "#0d8a72",
  "#06705c",
  "#005746",
];

export const theme = createTheme({
  colors: { segue },
  primaryColor: "segue",
  primaryShade: 8,
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: { fontWeight: "650" },
});

/** Texts that the library's own colors leave too pale to read. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5c636a",
    "--mantine-color-placeholder": "#6b737b",
    "--mantine-color-error": "#c92a2a",
    "--mantine-color-teal-light-color": "#066649",
    "--mantine-color-orange-light-color": "#9c3306",
    "--mantine-color-red-light-color": "#b02020",
  },
  dark: {
    "--mantine-color-dimmed": "#a8a8a8",
    "--mantine-color-placeholder": "#949494",
    "--mantine-color-error": "#ff8787",
  },
});

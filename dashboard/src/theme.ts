import { createTheme, type MantineColorsTuple } from "@mantine/core";

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
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: "md",
  cursorType: "pointer",
  headings: { fontWeight: "650" },
});

// The library's components in our type and palette. Colours are the variables of tokens.css, so that a page and a component of the
// library never differ.

import {
  ActionIcon,
  Alert,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
} from "@mantine/core";
import classes from "./theme.module.css";

/** One colour in all its shades: which of them a component takes is said by the variables below. */
const one = (color: string) => Array.from({ length: 10 }, () => color) as unknown as MantineColorsTuple;

/** By their use in the library's light scheme: 0 and 1 hover, 3 lines around boxes, 4 lines around fields, 6 and 7 second ink. */
const warm: MantineColorsTuple = [
  "#fbfaf8",
  "#f4f2ee",
  "#efece7",
  "#e8e5e0",
  "#cfcac2",
  "#a5a099",
  "#7d7871",
  "#5f5b55",
  "#33312d",
  "#1a1917",
];
/** In its dark scheme: 0 ink, 2 second ink, 4 lines, 5 hover, 6 surface, 7 paper. */
const night: MantineColorsTuple = [
  "#edeae4",
  "#cfcac2",
  "#a5a099",
  "#7d7871",
  "#2b2a26",
  "#20201c",
  "#1a1a17",
  "#121210",
  "#0e0e0c",
  "#0a0a09",
];

export const theme = createTheme({
  colors: { segue: one("#0b6b57"), gray: warm, dark: night },
  primaryColor: "segue",
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
  // Parts of the size of the text: a page that asks for larger letters gets larger lines.
  lineHeights: { xs: "1.3334", sm: "1.4286", md: "1.4286", lg: "1.5", xl: "1.4" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "2px", sm: "4px", md: "6px", lg: "8px", xl: "12px" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  shadows: {
    xs: "none",
    sm: "none",
    md: "0 4px 16px rgb(0 0 0 / 8%)",
    lg: "0 8px 24px rgb(0 0 0 / 10%)",
    xl: "0 16px 40px rgb(0 0 0 / 12%)",
  },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "28px", lineHeight: "36px" },
      h2: { fontSize: "20px", lineHeight: "28px" },
      h3: { fontSize: "16px", lineHeight: "24px" },
      h4: { fontSize: "16px", lineHeight: "24px" },
      h5: { fontSize: "14px", lineHeight: "20px" },
      h6: { fontSize: "13px", lineHeight: "20px" },
    },
  },
  components: {
    Button: Button.extend({ classNames: { root: classes.button } }),
    ActionIcon: ActionIcon.extend({ classNames: { root: classes.button } }),
    Card: Card.extend({ defaultProps: { radius: "lg" } }),
    Alert: Alert.extend({ classNames: { root: classes.alert } }),
  },
});

/** A wash behind a word, and the word on it: "light" in the words of the library. */
function washed(name: string, ink: string, wash: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-text`]: ink,
    [`--mantine-color-${name}-filled`]: ink,
    [`--mantine-color-${name}-filled-hover`]: `color-mix(in srgb, ${ink} 88%, var(--ink))`,
    [`--mantine-color-${name}-light`]: wash,
    [`--mantine-color-${name}-light-hover`]: wash,
    [`--mantine-color-${name}-light-color`]: ink,
    [`--mantine-color-${name}-outline`]: ink,
  };
}

const palette = {
  "--mantine-color-body": "var(--paper)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-bright": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-2)",
  "--mantine-color-placeholder": "var(--ink-2)",
  "--mantine-color-error": "var(--red)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line)",
  "--mantine-color-disabled": "var(--hover)",
  "--mantine-color-disabled-color": "var(--ink-2)",
  "--mantine-color-disabled-border": "var(--line)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "var(--accent-hover)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
  "--mantine-color-segue-filled": "var(--accent)",
  "--mantine-color-segue-filled-hover": "var(--accent-hover)",
  "--mantine-color-segue-text": "var(--accent)",
  "--mantine-color-segue-outline": "var(--accent)",
  "--mantine-color-segue-light": "var(--accent-wash)",
  "--mantine-color-segue-light-hover": "var(--accent-wash)",
  "--mantine-color-segue-light-color": "var(--accent)",
  ...washed("red", "var(--red)", "var(--red-wash)"),
  ...washed("orange", "var(--amber)", "var(--amber-wash)"),
  ...washed("yellow", "var(--amber)", "var(--amber-wash)"),
  ...washed("teal", "var(--good)", "var(--hover)"),
  ...washed("green", "var(--good)", "var(--hover)"),
  ...washed("blue", "var(--ink)", "var(--hover)"),
  ...washed("grape", "var(--ink-2)", "var(--hover)"),
  ...washed("gray", "var(--ink-2)", "var(--hover)"),
};

/** The same in both schemes: the tokens differ. */
export const inkOnPaper: CSSVariablesResolver = () => ({ variables: {}, light: palette, dark: palette });

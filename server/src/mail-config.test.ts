import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";

const from = { SEGUE_MAIL_FROM: "Segue <segue@example.com>" };
const mail = (variables: Record<string, string>) => readConfig({ SEGUE_DATA_DIR: "/data", ...variables }).mail;

function refusal(variables: Record<string, string>): string {
  try {
    mail(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("This was taken.");
}

describe("SEGUE_MAIL", () => {
  test("is files in the data folder, or in another", () => {
    const sender = { name: "Segue", address: "segue@localhost" };
    expect(mail({})).toEqual({
      production: { from: sender, way: { kind: "file", path: "/data/mail/production" } },
      sandbox: { from: sender, way: { kind: "file", path: "/data/mail/sandbox" } },
    });
    expect(mail({ SEGUE_MAIL: "file:" })).toEqual(mail({}));
    for (const SEGUE_MAIL of ["file:/srv/mail", "file:///srv/mail"])
      expect(mail({ SEGUE_MAIL }).production.way).toEqual({ kind: "file", path: "/srv/mail/production" });
  });

  test("or a mail server, but never for the sandbox", () => {
    const { production, sandbox } = mail({ SEGUE_MAIL: "smtp://ana%40x:p%40ss%2Fword@mail.example.com", ...from });
    expect(production).toEqual({
      from: { name: "Segue", address: "segue@example.com" },
      way: {
        kind: "smtp",
        host: "mail.example.com",
        port: 587,
        is_tls: false,
        is_on_this_machine: false,
        credentials: { user: "ana@x", password: "p@ss/word" },
      },
    });
    expect(sandbox.way).toEqual({ kind: "file", path: "/data/mail/sandbox" });
    const way = (SEGUE_MAIL: string) => mail({ SEGUE_MAIL, ...from }).production.way;
    expect(way("smtps://mail.example.com")).toMatchObject({ port: 465, is_tls: true, credentials: undefined });
    expect(way("smtp://localhost:25")).toMatchObject({ port: 25, is_on_this_machine: true });
    expect(way("smtp://127.0.0.2:2525/")).toMatchObject({ port: 2525, is_on_this_machine: true });
    expect(way("smtp://[::1]:2525")).toMatchObject({ host: "::1", is_on_this_machine: true });
  });

  test.each([
    "mail.example.com",
    "http://mail.example.com",
    "file:relative",
    "smtp://",
    "smtp://user:secret@mail.example.com/path",
    "smtp://user:secret@mail.example.com?tls=no",
    "smtp://user@mail.example.com",
    "smtp://:secret@mail.example.com",
    "smtp://user:sec%ret@mail.example.com",
    "smtp://user:secret@mail.example.com:99999",
  ])("refuses %s in one line that holds no password", (SEGUE_MAIL) => {
    const line = refusal({ SEGUE_MAIL, ...from });
    expect(line).toMatch(/^SEGUE_MAIL .+\.$/);
    expect(line).not.toMatch(/secret|sec%ret/);
  });
});

describe("SEGUE_MAIL_FROM", () => {
  test("must be set with a mail server", () => {
    expect(refusal({ SEGUE_MAIL: "smtp://mail.example.com" })).toMatch(/^SEGUE_MAIL_FROM must be set/);
  });

  test("is an address, with a name or without", () => {
    const sender = (SEGUE_MAIL_FROM: string) => mail({ SEGUE_MAIL_FROM }).production.from;
    expect(sender("segue@example.com")).toEqual({ name: "", address: "segue@example.com" });
    expect(sender('"Nightjar Records" <Segue@Example.com>')).toEqual({
      name: "Nightjar Records",
      address: "segue@example.com",
    });
  });

  test.each(["segue", "Segue <segue>", "Segue <a@example.com> x", "A\nBcc: x <a@example.com>", "<>"])(
    "refuses %j",
    (SEGUE_MAIL_FROM) => expect(refusal({ SEGUE_MAIL_FROM })).toMatch(/^SEGUE_MAIL_FROM must be an address/),
  );
});

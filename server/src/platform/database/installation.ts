// What a database remembers about the installation it belongs to: its environment, its secret, its storage.

import type { Db } from "./db.ts";

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db<{ value: string }[]>`select value from settings where name = ${name}`;
  return row?.value;
}

/** Sets it unless it is set; answers with what holds now, whoever was first. */
export async function keepSetting(db: Db, name: string, value: string): Promise<string> {
  await db`insert into settings (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
  return (await findSetting(db, name)) ?? value;
}

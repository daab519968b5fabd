// How a chosen file will be read: by a format, or by columns that are assigned by hand.

import type { ReportFormat } from "@segue/sdk";
import { useState } from "react";
import { segue } from "../../../../data/api.ts";
import { useRead } from "../../../../data/data.ts";
import { type Assigned, fittingFormats, guessAssigned } from "./assigned-columns.ts";
import { readSample, type Sample } from "./sample.ts";

export const BY_HAND = "by_hand";
/** As many as a service keeps. */
const MOST_FORMATS = 600;

async function readFormats(): Promise<ReportFormat[]> {
  const found: ReportFormat[] = [];
  for await (const format of segue.operator.reportFormats.list({ limit: 100 })) {
    found.push(format);
    if (found.length >= MOST_FORMATS) break;
  }
  return found;
}

export type Reading = {
  sample: Sample;
  formats: readonly ReportFormat[];
  fits: readonly ReportFormat[];
  /** The id of a format, `by_hand`, or nothing: the service finds the one that fits. */
  choice: string;
  choose: (choice: string) => void;
  /** The format of a trial; undefined by hand, and where none or several fit. */
  format_id: string | undefined;
  assigned: Assigned;
  setAssigned: (assigned: Assigned) => void;
};

type Kept = { file: File; choice?: string; assigned?: Assigned };

/** Undefined until the beginning of the file is read. Another file begins anew. */
export function useReading(file: File | null, store_id: string): { reading: Reading | undefined; error: Error | null } {
  const { data: formats } = useRead(["operator.reportFormats.all"], readFormats);
  const read = useRead(
    ["reportSample", file?.name, file?.size, file?.lastModified],
    () => (file ? readSample(file) : Promise.reject(new Error())),
    { isEnabled: file !== null, isSteady: true },
  );
  const [state, setState] = useState<Kept>();
  const sample = read.data;
  const isSame = sample && file && sample.file.name === file.name && sample.file.size === file.size;
  if (!file || !sample || !isSame || !formats) return { reading: undefined, error: file && read.error };
  const kept = state?.file === file ? state : { file };
  const fits = sample.is_zip ? [] : fittingFormats(sample, formats, store_id);
  const choice = kept.choice ?? (fits.length === 0 && !sample.is_zip ? BY_HAND : "");
  const [only, ...others] = fits;
  const fitting = others.length === 0 ? only?.format_id : undefined;
  const reading: Reading = {
    sample,
    formats,
    fits,
    choice,
    choose: (choice) => setState({ ...kept, choice }),
    format_id: choice === BY_HAND ? undefined : choice || fitting,
    assigned: kept.assigned ?? guessAssigned(sample),
    setAssigned: (assigned) => setState({ ...kept, assigned }),
  };
  return { reading, error: null };
}

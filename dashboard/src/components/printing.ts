import { useSyncExternalStore } from "react";

const paper = window.matchMedia("print");
let isPreparing = false;

function subscribe(listener: () => void): () => void {
  const begin = () => {
    isPreparing = true;
    listener();
  };
  const end = () => {
    isPreparing = false;
    listener();
  };
  // Browsers lay the page out for paper right after `beforeprint`; the change of the medium may come too late.
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  paper.addEventListener("change", listener);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
    paper.removeEventListener("change", listener);
  };
}

/** True while the page is laid out for paper. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPreparing || paper.matches);
}

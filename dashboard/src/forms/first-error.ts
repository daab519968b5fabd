import { type RefObject, useEffect, useRef } from "react";

/**
 * For the element that says why a form was refused: the first field that is wrong gets the focus and is scrolled to. If the
 * refusal names no field, the message itself is.
 */
export function useFirstError<Message extends HTMLElement>(error: Error | null): RefObject<Message | null> {
  const message = useRef<Message>(null);
  useEffect(() => {
    if (!error) return;
    // The fields learn of their errors in the same moment: by the next frame they are marked.
    const frame = requestAnimationFrame(() => {
      const form = message.current?.closest("form, [role=dialog], main");
      // The library marks a field of a password in its own way.
      const field = form?.querySelector<HTMLElement>(
        ":is(input, textarea, select):is([aria-invalid=true], [data-invalid])",
      );
      const target = field ?? message.current;
      target?.focus({ preventScroll: true });
      target?.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [error]);
  return message;
}

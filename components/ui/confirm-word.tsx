import { useState } from "react";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { texts } from "./texts.ts";

/** Words up to this length get a short field; an e-mail or a host name gets the whole width. */
const SHORT = 12;

/**
 * A word that a person types to confirm a step with large effects. `check` returns whether it is typed, in upper or lower case; after
 * the first check the field says what is missing. Show it with `ConfirmWord`.
 */
export function useConfirmWord(word: string) {
  const [typed, setTyped] = useState("");
  const [isTried, setIsTried] = useState(false);
  const isConfirmed = typed.trim().toLowerCase() === word.toLowerCase();
  const check = () => {
    setIsTried(true);
    return isConfirmed;
  };
  return { word, typed, setTyped, isMissing: isTried && !isConfirmed, check };
}

type ConfirmWordProps = { confirmation: ReturnType<typeof useConfirmWord>; problem?: string };

/** The field of `useConfirmWord`. `problem` replaces the message for another text than the word. */
export function ConfirmWord({ confirmation, problem }: ConfirmWordProps) {
  const { word, typed, setTyped, isMissing } = confirmation;
  return (
    <Field
      label={texts.typeWordToConfirm(word)}
      error={isMissing ? (problem ?? texts.typeTheWordWord(word)) : undefined}
    >
      {(field) => (
        <Input
          {...field}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          className={word.length > SHORT ? "" : "max-w-52"}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </Field>
  );
}

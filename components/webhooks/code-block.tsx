import { CopyButton } from "../ui/copy-button.tsx";

type CodeBlockProps = {
  label: string;
  text: string;
  note?: string | undefined;
  /** Long lines break instead of scrolling: for what was not written by hand. */
  wraps?: boolean;
};

/** Text as a machine wrote it, to read and to copy. */
export function CodeBlock({ label, text, note, wraps }: CodeBlockProps) {
  return (
    <figure className="mt-4 min-w-0">
      <div className="relative rounded-control border bg-subtle">
        <CopyButton value={text} label={label.toLowerCase()} className="absolute top-2 right-2 z-10 bg-subtle" />
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
          tabIndex={0}
          aria-label={label}
          className="scroll-thin max-h-96 overflow-auto rounded-control outline-offset-[-2px]"
        >
          <pre className={`p-4 pr-10 font-mono text-id ${wraps ? "whitespace-pre-wrap break-all" : ""}`}>{text}</pre>
        </section>
      </div>
      {note && <figcaption className="wrap-anywhere mt-1.5 text-fg-2 text-xs">{note}</figcaption>}
    </figure>
  );
}

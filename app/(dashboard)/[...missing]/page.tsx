import { notFound } from "next/navigation";

/** Every other address: it is not found within the frame, so that navigation and search stay. */
export default function MissingPage() {
  notFound();
}

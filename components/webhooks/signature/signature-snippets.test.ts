import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { deliveryHeaders, signPayload } from "../../../service/domain/webhooks/deliveries/sign-payload.ts";
import { type SnippetLanguage, snippets } from "./signature-snippets.ts";

const folder = mkdtempSync(join(tmpdir(), "snippets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = "sk_sandbox_0123456789abcdef0123456789abcdef";
const BODY = '{"event":"wallet.credit","data":{"reference":"REF-0000000001","description":"Tólá ₦"}}';

/** `previous`: the header of the former private key, after a rotation. */
type Case = { timestamp: string; signature: string; previous: string; key: string; body: string };

/** A delivery signed `ageSeconds` ago. */
function signed(ageSeconds = 0, key = KEY): Case {
  const timestampSeconds = Math.floor(Date.now() / 1000) - ageSeconds;
  const headers = signPayload({ key, body: BODY, timestampSeconds });
  const { "x-webhook-signature": signature, "x-webhook-timestamp": timestamp } = headers;
  return { timestamp, signature, previous: "", key, body: BODY };
}

/** The header after a roll from one secret to another. */
function listed(): string {
  return [signed(0, "whsec_0"), signed(0, "whsec_1")].map(({ signature }) => signature).join(",");
}

/** A delivery after a rotation of the private key from `KEY`, verified with `key`. */
function rotated(key: string): Case {
  const delivery = { eventId: "e-1", deliveryId: "d-1", attempt: 1, timestampSeconds: Math.floor(Date.now() / 1000) };
  const headers = deliveryHeaders({ ...delivery, secrets: [], key: "sk_new", previousKey: KEY, body: BODY });
  const { "x-webhook-signature": signature = "", "x-webhook-signature-previous": previous = "" } = headers;
  return { timestamp: String(delivery.timestampSeconds), signature, previous, key, body: BODY };
}

const cases: [what: string, make: () => Case, isGenuine: boolean][] = [
  ["what the service signs", () => signed(), true],
  ["what is signed with a signing secret", () => signed(0, "whsec_1"), true],
  ["two signatures after a roll", () => ({ ...signed(0, "whsec_1"), signature: listed() }), true],
  ["two signatures of other secrets", () => ({ ...signed(0, "whsec_2"), signature: listed() }), false],
  ["a rotated key, for its receiver with the former one", () => rotated(KEY), true],
  ["a rotated key, for its receiver with the new one", () => rotated("sk_new"), true],
  ["a rotated key, with a foreign one", () => rotated("sk_foreign"), false],
  ["what was signed 250 s ago", () => signed(250), true],
  ["another body", () => ({ ...signed(), body: `${BODY}\n` }), false],
  ["another key", () => ({ ...signed(), key: "sk_foreign" }), false],
  ["another time", () => ({ ...signed(), timestamp: String(Math.floor(Date.now() / 1000) - 7) }), false],
  ["an old one", () => signed(2_000), false],
  ["one from the future", () => signed(-2_000), false],
  ["no signature", () => ({ ...signed(), signature: "" }), false],
  ["half a signature", () => ({ ...signed(), signature: signed().signature.slice(0, 32) }), false],
  ["a signature that is no hex", () => ({ ...signed(), signature: "₦".repeat(64) }), false],
  ["no timestamp", () => ({ ...signed(), timestamp: "" }), false],
  ["a timestamp that is none", () => ({ ...signed(), timestamp: "today" }), false],
  ["a timestamp without end", () => ({ ...signed(), timestamp: "9".repeat(5_000) }), false],
];

/** How a language is run: its files, including the snippet, the command that compiles them, and the one that prints a line per case. */
type Runner = { needs: string[]; files: Record<string, string>; compile?: string[]; run: string[] };

const runners: Partial<Record<SnippetLanguage, Runner>> = {
  "Node.js": {
    needs: [process.execPath, "--version"],
    files: {
      "webhook.mjs": snippets["Node.js"],
      "main.mjs": `import { readFileSync } from "node:fs";
import { isGenuine } from "./webhook.mjs";
for (const line of readFileSync("cases.tsv", "utf8").trimEnd().split("\\n")) {
  const [timestamp, signature, previous, key, body] = line.split("\\t");
  const name = key.startsWith("whsec_") ? "x-subscription-signature" : "x-webhook-signature";
  const headers = { "x-webhook-timestamp": timestamp, [name]: signature };
  if (previous) headers["x-webhook-signature-previous"] = previous;
  console.log(isGenuine(Buffer.from(body, "base64"), headers, key));
}
`,
    },
    run: [process.execPath, "main.mjs"],
  },
  Python: {
    needs: ["python3", "--version"],
    files: {
      "webhook.py": snippets.Python,
      "main.py": `import base64
from webhook import is_genuine
for line in open("cases.tsv", encoding="utf-8").read().splitlines():
    timestamp, signature, previous, key, body = line.split("\\t")
    name = "x-subscription-signature" if key.startswith("whsec_") else "x-webhook-signature"
    headers = {"x-webhook-timestamp": timestamp, name: signature}
    if previous:
        headers["x-webhook-signature-previous"] = previous
    print(str(is_genuine(base64.b64decode(body), headers, key)).lower())
`,
    },
    run: ["python3", "main.py"],
  },
  PHP: {
    needs: ["php", "--version"],
    files: {
      "webhook.php": snippets.PHP,
      "main.php": `<?php
require __DIR__ . "/webhook.php";
foreach (file("cases.tsv", FILE_IGNORE_NEW_LINES) as $line) {
    [$timestamp, $signature, $previous, $key, $body] = explode("\\t", $line);
    $_SERVER["HTTP_X_WEBHOOK_TIMESTAMP"] = $timestamp;
    $_SERVER["HTTP_X_WEBHOOK_SIGNATURE"] = $_SERVER["HTTP_X_SUBSCRIPTION_SIGNATURE"] = $signature;
    $_SERVER["HTTP_X_WEBHOOK_SIGNATURE_PREVIOUS"] = $previous;
    echo is_genuine(base64_decode($body), $key) ? "true" : "false", "\\n";
}
`,
    },
    run: ["php", "main.php"],
  },
  Go: {
    needs: ["go", "version"],
    files: {
      "webhook.go": snippets.Go.replace("package webhook", "package main"),
      "main.go": `package main

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	lines, _ := os.ReadFile("cases.tsv")
	for _, line := range strings.Split(strings.TrimRight(string(lines), "\\n"), "\\n") {
		parts := strings.Split(line, "\\t")
		header := http.Header{}
		header.Set("X-Webhook-Timestamp", parts[0])
		header.Set("X-Webhook-Signature", parts[1])
		header.Set("X-Subscription-Signature", parts[1])
		header.Set("X-Webhook-Signature-Previous", parts[2])
		body, _ := base64.StdEncoding.DecodeString(parts[4])
		fmt.Println(isGenuine(body, header, parts[3]))
	}
}
`,
    },
    compile: ["go", "build", "-o", "main", "main.go", "webhook.go"],
    run: ["./main"],
  },
  Java: {
    needs: ["javac", "--version"],
    files: {
      "Webhooks.java": snippets.Java,
      "Main.java": `import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

final class Main {
  public static void main(String[] args) throws Exception {
    for (String line : Files.readAllLines(Path.of("cases.tsv"))) {
      String[] parts = line.split("\\t", -1);
      String signature = parts[2].isEmpty() ? parts[1] : parts[1] + "," + parts[2];
      System.out.println(Webhooks.isGenuine(Base64.getDecoder().decode(parts[4]), parts[0], signature, parts[3]));
    }
  }
}
`,
    },
    compile: ["javac", "Main.java", "Webhooks.java"],
    run: ["java", "-cp", ".", "Main"],
  },
};

function isHere([command = "", ...args]: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

// Languages that are not installed are skipped; C# needs external packages, so it never runs here.
const here = Object.entries(runners).filter(([, { needs }]) => isHere(needs));

describe.each(here)("the code for %s", (language, { files, compile, run }) => {
  it("accepts genuine webhooks and nothing else", () => {
    const home = mkdtempSync(join(folder, language.replace(/\W/g, "")));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
    const execute = ([command = "", ...args]: string[]) => execFileSync(command, args, { cwd: home, encoding: "utf8" });
    // Before anything is signed: a first compilation may take longer than a signature is valid.
    if (compile) execute(compile);
    const lines = cases.map(([, make]) => {
      const { timestamp, signature, previous, key, body } = make();
      return [timestamp, signature, previous, key, Buffer.from(body).toString("base64")].join("\t");
    });
    writeFileSync(join(home, "cases.tsv"), `${lines.join("\n")}\n`);
    const verdicts = execute(run).trimEnd().split("\n");
    expect(cases.map(([what], n) => [what, verdicts[n]])).toEqual(cases.map(([what, , is]) => [what, String(is)]));
  }, 180_000);
});

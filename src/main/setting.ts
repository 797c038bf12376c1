import type { Networks } from "../access/allowed-addresses.ts";
import { messageOf } from "../base/error-text.ts";

/** @throws Error whose message follows the name, "must be …", and never repeats the text, which may be secret */
type Reader<Value> = (text: string) => Value;

export interface Setting<Value> {
  readonly read: Reader<Value>;
  readonly fallback: Value;
  readonly meaning: string;
  /** Whether `NAME_FILE` may name a file with the value. */
  readonly isSecret?: true;
}

export function setting<Value>(read: Reader<Value>, fallback: Value, meaning: string): Setting<Value> {
  return { read, fallback, meaning };
}

export function optional<Value>(read: Reader<Value>, meaning: string): Setting<Value | undefined> {
  return setting<Value | undefined>(read, undefined, meaning);
}

/** A setting whose value may come from a file, as secrets of systemd, Docker, and Kubernetes do. */
export function secret<Value>(one: Setting<Value>): Setting<Value> {
  return { ...one, isSecret: true };
}

export const anyText: Reader<string> = (text) => text;

export function textOfLength(least: number): Reader<string> {
  return (text) => {
    if (text.length < least) throw new Error(`must have ${least} characters or more`);
    return text;
  };
}

export function settingOneOf<Value extends string>(values: readonly Value[]): Reader<Value> {
  return (text) => {
    const value = values.find((one) => one === text);
    if (value === undefined) throw new Error(`must be one of ${values.join(", ")}`);
    return value;
  };
}

/** A name or an address to listen on. An IPv6 address may be in brackets, as in a URL. */
export const host: Reader<string> = (text) => {
  const bare = /^\[(.+)\]$/.exec(text.trim())?.[1] ?? text.trim();
  if (/^[\w.-]+$/.test(bare) || (bare.includes(":") && URL.canParse(`http://[${bare}]`))) return bare;
  throw new Error("must be a name or an IP address without a port, such as 127.0.0.1 or ::1");
};

export const flag: Reader<boolean> = (text) => {
  if (text === "true" || text === "false") return text === "true";
  throw new Error("must be true or false");
};

export function wholeNumber(least: number, most: number): Reader<number> {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new Error(`must be a whole number from ${least} to ${most}`);
  };
}

export const share: Reader<number> = (text) => {
  const number = Number(text);
  if (/\d/.test(text) && number >= 0 && number <= 1) return number;
  throw new Error("must be a number from 0 to 1");
};

/** A URL that also matches `pattern`, without white space at its ends. `expected` says what it must be. */
export function urlOf(pattern: RegExp, expected: string): Reader<string> {
  return (text) => {
    const url = text.trim();
    // The URL parser accepts tabs and line breaks inside a URL.
    if (pattern.test(url) && !/[\t\r\n]/.test(url) && URL.canParse(url)) return url;
    throw new Error(`must be ${expected}`);
  };
}

const webUrl = urlOf(/^https?:\/\//i, "an http:// or https:// address");
/** An address for requests, without slashes at its end. */
export const httpUrl: Reader<string> = (text) => webUrl(text).replace(/\/+$/, "");

/** The address of a site, such as `https://example.com`. */
export const siteUrl: Reader<string> = (text) => {
  const url = httpUrl(text);
  if (new URL(url).pathname + new URL(url).search !== "/") throw new Error("must be an address without a path");
  return url;
};

/** Networks in CIDR notation, separated by commas or spaces. Their library is loaded only if the variable is set. */
export const networks: Reader<Networks> = (text) => {
  const loaded: typeof import("../access/allowed-addresses.ts") = require("../access/allowed-addresses.ts");
  const read = loaded.readNetworks(text);
  if (read.ok && read.networks !== "") return new loaded.Networks(read.networks);
  throw new Error("must be networks such as 10.1.0.0/16,fd00::/8");
};

/** Domains of email addresses. Their library is loaded only if the variable is set. */
export const domains: Reader<readonly string[]> = (text) => {
  const loaded: typeof import("../accounts/sign-up-policy.ts") = require("../accounts/sign-up-policy.ts");
  const read = loaded.readDomains(text);
  if (read !== null) return read;
  throw new Error("must be domains such as example.com,example.org");
};

/** `NAME <USER@HOST>` or `USER@HOST`. */
export const mailbox: Reader<string> = (text) => {
  if (/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim())) return text.trim();
  throw new Error("must be an email address, such as Safety <no-reply@example.com>");
};

/** JSON that `read` checks. `example` shows what is expected. */
export function json<Value>(read: (value: unknown) => Value, example: string): Reader<Value> {
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Error(`must be JSON such as ${example}`);
    }
    try {
      return read(value);
    } catch (error) {
      throw new Error(`must be JSON such as ${example}; ${messageOf(error)}`);
    }
  };
}

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  addressSubject,
  clearThrottle,
  isAllowed,
  THROTTLES,
  type ThrottleName,
  type ThrottleStore,
  TooManyAttempts,
  throttle,
} from "../../src/accounts/throttle.ts";
import { emptyStore, MovableClock } from "../support/stores.ts";

describe("tries of one subject", async () => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const buckets: string[] = [];
  const store = await emptyStore("sqlite", { clock });
  const watched: ThrottleStore = {
    count: (bucket, windowMs) => {
      buckets.push(bucket);
      return store.throttles.count(bucket, windowMs);
    },
    clear: (bucket) => store.throttles.clear(bucket),
  };

  const isName = (name: string): name is ThrottleName => Object.hasOwn(THROTTLES, name);
  const names = Object.keys(THROTTLES).filter(isName);

  test.each(names)(
    "%s: are allowed up to the limit, then not until the window of the first one is over",
    async (name) => {
      const { limit, windowMs } = THROTTLES[name];
      const endsAtMs = clock.now() + windowMs;
      for (let tries = 0; tries < limit; tries++) await throttle(watched, name, "alice");
      clock.nowMs = endsAtMs - 1;
      const refused = new TooManyAttempts(endsAtMs);
      await expect(throttle(watched, name, "alice")).rejects.toEqual(refused);
      await expect(throttle(watched, name, "alice")).rejects.toEqual(refused);
      clock.nowMs = endsAtMs;
      await throttle(watched, name, "alice");
    },
  );

  test("do not affect another subject or another throttle, and can be cleared", async () => {
    expect(await isAllowed(watched, "lock_account", "carol")).toBe(true);
    expect(await isAllowed(watched, "lock_account", "carol")).toBe(false);
    expect(await isAllowed(watched, "lock_account", "dave")).toBe(true);
    expect(await isAllowed(watched, "confirmation_account", "carol")).toBe(true);
    await clearThrottle(watched, "lock_account", "dave");
    expect(await isAllowed(watched, "lock_account", "carol")).toBe(false);
    await clearThrottle(watched, "lock_account", "carol");
    expect(await isAllowed(watched, "lock_account", "carol")).toBe(true);
  });

  test("are stored under a digest: the store never has the subject", async () => {
    await throttle(watched, "sign_in_account", "erin@example.com");
    const digest = new Bun.CryptoHasher("sha256").update("erin@example.com").digest("base64url");
    expect(buckets.at(-1)).toBe(`sign_in_account:${digest}`);
    expect(buckets.join()).not.toContain("@");
  });
});

describe("the address that tries are counted for", () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

  test("is the /64 of an IPv6 address, whatever the rest", () => {
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), (network, host) => {
        expect(addressSubject([...network, ...host].join(":"))).toBe(network.join(":"));
      }),
    );
  });

  test.each([
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8:1:2::", "2001:db8:1:2"],
    ["::", "0:0:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1:2:3:4", "fe80:0:0:0"],
    ["192.0.2.7", "192.0.2.7"],
    ["not an address", "not an address"],
    ["2001:db8::1::2", "2001:db8::1::2"],
  ])("%s counts as %s", (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });

  test("is the same for all unknown addresses", () => {
    expect(addressSubject(null)).toBe("unknown");
  });
});

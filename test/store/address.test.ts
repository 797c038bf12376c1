import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { describeAddress, libpqVariables, parseStoreAddress } from "../../src/store/address.ts";
import { StoreError } from "../../src/store/error.ts";
import { postgresAddress } from "../support/stores.ts";

describe("the address of a store", () => {
  test("can be the path of an embedded store", () => {
    expect(parseStoreAddress("sqlite:var/safety.sqlite")).toEqual({ dialect: "sqlite", path: "var/safety.sqlite" });
  });

  test("can be a PostgreSQL database, with defaults for what its URL leaves out", () => {
    expect(parseStoreAddress("postgres://safety:secret@db/safety")).toEqual({
      dialect: "postgres",
      hosts: [{ host: "db", port: 5432 }],
      connection: {
        user: "safety",
        password: "secret",
        host: "host",
        database: "safety",
        application_name: "safety",
        connectionTimeoutMillis: 2_000,
        keepAlive: true,
      },
      preparedStatements: undefined,
      libpqTls: {},
    });
  });

  test.each([
    ["postgresql://db1,db2:5433,[::1]:5434/x", "PostgreSQL at db1:5432, db2:5433, [::1]:5434"],
    ["postgres:///x?host=db1,db2&port=6432", "PostgreSQL at db1:6432, db2:6432"],
    ["postgres:///x?host=db1,db2&port=6432,6433&target_session_attrs=read-write", "PostgreSQL at db1:6432, db2:6433"],
    ["postgres://u@%2Fvar%2Frun%2Fpostgresql/x", "PostgreSQL at /var/run/postgresql:5432"],
    ["postgres:///x?host=/var/run/postgresql&user=u&password=p", "PostgreSQL at /var/run/postgresql:5432"],
    ["postgres://u:p@/x", "PostgreSQL at localhost:5432"],
    ["sqlite:/srv/safety.sqlite", "sqlite:/srv/safety.sqlite"],
  ])("%s is shown as %s", (url, shown) => {
    expect(describeAddress(parseStoreAddress(url))).toBe(shown);
  });

  test("round-trips every user, password, database, and list of hosts", () => {
    const text = fc.string({ minLength: 1, unit: "binary" });
    const host = fc.record({ host: fc.domain(), port: fc.integer({ min: 1, max: 65_535 }) });
    const hosts = fc.array(host, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(text, text, text, hosts, (user, password, database, hosts) => {
        const list = hosts.map(({ host, port }) => `${host}:${port}`).join(",");
        const [name, secret, base] = [user, password, database].map(encodeURIComponent);
        const parsed = parseStoreAddress(`postgres://${name}:${secret}@${list}/${base}`);
        expect(parsed).toMatchObject({ connection: { user, password, database }, hosts });
      }),
    );
  });

  test.each([
    ["mysql://root:hunter2@db/x", "must be sqlite:PATH or postgres://"],
    ["sqlite:", "must be sqlite:PATH or postgres://"],
    ["postgres://", "must be sqlite:PATH or postgres://"],
    ["postgres://u:hunter2#@db/x", "has a # in it"],
    ["postgres://u:hunter2?@db/x", "has an unknown parameter"],
    ["postgres://u:hunter2%@db/x", "has a % that is not part of an encoded character"],
    ["postgres://u:hunter2@db:x/x", "has an invalid host"],
    ["postgres://u:hunter2@a:b:c/x", "has an invalid host"],
    ["postgres://u:hunter2@db:70000/x", "has an invalid host or port"],
    ["postgres://u:hunter2@db1,db2/x?port=1,2,3", "has a different number of ports than hosts"],
    ["postgres://u:hunter2@db/x?pool_size=3", "has the unknown parameter pool_size"],
    ["postgres://u:hunter2@db/x?channel_binding=require", "has the unknown parameter channel_binding"],
    ["postgres://u:hunter2@db/x?target_session_attrs=any", "has a target_session_attrs that is not one of read-write"],
    [
      "postgres://u:hunter2@db/x?target_session_attrs=standby",
      "has a target_session_attrs that is not one of read-write",
    ],
    ["postgres://u:hunter2@db/x?connect_timeout=0", "has a connect_timeout that is not one of 1 to 60"],
    ["postgres://u:hunter2@db/x?prepared_statements=maybe", "has a prepared_statements that is not one of true, false"],
    ["postgres://u:hunter2@db/x?sslmode=allow", "has a sslmode that is not one of disable"],
    ["postgres://u:hunter2@db/x?sslmode=verify-ca", "needs sslrootcert with sslmode=verify-ca"],
    ["postgres://u:hunter2@db/x?sslcert=/client.pem", "needs both sslcert and sslkey"],
    ["postgres://u:hunter2@db/x?sslnegotiation=maybe", "has a sslnegotiation that is not one of postgres, direct"],
  ])("%s is refused without repeating the password: %s", (url, message) => {
    const parse = () => parseStoreAddress(url);
    expect(parse).toThrow(StoreError);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow("hunter2");
  });

  test("is also given as the variables of libpq", () => {
    const url = "postgres://u:p%40@db1,db2:5433/x?sslmode=no-verify&prepared_statements=true&options=-c%20a%3Db";
    expect(libpqVariables(postgresAddress(url))).toEqual({
      PGHOST: "db1,db2",
      PGPORT: "5432,5433",
      PGUSER: "u",
      PGDATABASE: "x",
      PGOPTIONS: "-c a=b",
      PGPASSWORD: "p@",
      PGSSLMODE: "require",
      PGTARGETSESSIONATTRS: "read-write",
    });
  });

  const VERIFIED = {};
  test.each([
    ["", undefined],
    ["?sslmode=disable", false],
    ["?ssl=false", false],
    ["?sslmode=no-verify", { rejectUnauthorized: false }],
    ["?sslmode=prefer", VERIFIED],
    ["?sslmode=require", VERIFIED],
    ["?sslmode=verify-full", VERIFIED],
    ["?ssl=true", VERIFIED],
    ["?sslrootcert=system", VERIFIED],
    ["?sslnegotiation=direct", true],
  ])("with %p is encrypted as %p", (query, ssl) => {
    expect<unknown>(postgresAddress(`postgres://db/x${query}`).connection.ssl).toEqual(ssl);
  });

  test.each(["", "&sslmode=prefer", "&sslmode=require", "&sslmode=verify-full", "&ssl=true"])(
    "with a root certificate and %p checks certificate and host name",
    (query) => {
      const { ssl } = postgresAddress(`postgres://db/x?sslrootcert=${import.meta.path}${query}`).connection;
      expect(ssl).toEqual({ ca: expect.stringContaining("a root certificate") });
    },
  );

  test("names the certificate that cannot be read", () => {
    const parse = () => parseStoreAddress("postgres://u:hunter2@db/x?sslrootcert=/no/such/ca.pem");
    expect(parse).toThrow("names a certificate that cannot be read");
    expect(parse).toThrow("/no/such/ca.pem");
    expect(parse).not.toThrow("hunter2");
  });
});

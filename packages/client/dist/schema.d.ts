export * from "./cjs/schema.js";

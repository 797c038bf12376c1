import type { RequestEvent } from "../api/handler.ts";

/** An answered request, of the API or any other. */
export type ObservedRequest = Omit<RequestEvent, "pattern"> & { readonly pattern: string };

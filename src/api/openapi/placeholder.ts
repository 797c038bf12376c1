/** Stands in the committed document for the address of the service; a server puts its own in its place. */
export const PLACEHOLDER_BASE_URL = "https://safety.example";

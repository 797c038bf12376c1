/** @jsxImportSource hono/jsx */

/** A share of 0 to 1 as a bar, beside its number. */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <svg class="sparkline" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="12" y="4" />
      <rect class="ink" width={(100 * share).toFixed(1)} height="12" y="4" />
    </svg>
  );
}

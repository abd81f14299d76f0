/** An IBAN in part, as the server sends it; it keeps its order in a sentence of either direction. */
export function IbanInPart({ iban }: { iban: string }) {
  return (
    <bdi translate="no" dir="ltr" className="font-semibold whitespace-nowrap tabular-nums">
      {iban}
    </bdi>
  );
}

/** How many there are, "1,000+" where there are more than were counted. */
export function CappedCount({
  count,
  has_more,
  className = '',
}: {
  count: number;
  has_more: boolean;
  className?: string;
}) {
  return (
    <bdi translate="no" dir="ltr" className={`tabular-nums ${className}`}>
      {count.toLocaleString('en')}
      {has_more ? '+' : ''}
    </bdi>
  );
}

import { useRef } from 'react';
import { newIdempotencyKey } from './call.ts';

/**
 * One key for one intention: what is sent again unchanged after a lost answer carries the same key, so that it counts
 * once; anything else is another intention and gets a key of its own. Give it what is sent, as plain data.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const latest = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (latest.current.key === '' || latest.current.content !== text) {
      latest.current = { content: text, key: newIdempotencyKey() };
    }
    return latest.current.key;
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeLiteral } from 'pg';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');

/** What an operator types: the statements and commands of docs/scaling.md and of the files that it names. */
export const runbook = {
  /** The owner and its database. */
  database(password: string): string[] {
    const [, sql] = /```sql\n(.*?)```/s.exec(read('docs/scaling.md')) ?? [];
    return sql!
      .replaceAll('OWNER_PASSWORD', password)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  },
  /** As psql runs the file, with its variable. */
  pooler: (password: string): string[] => [
    read('deploy/cluster/pooler.sql').replaceAll(`:'password'`, escapeLiteral(password)),
  ],
  /** The arguments of the command `patronictl -c /etc/patroni/config.yml …` that has this word. */
  patronictl(word: string): string[] {
    const commands = [...read('docs/scaling.md').matchAll(/^ *patronictl -c \S+ ([^#\n]+)/gm)];
    const [, args] = commands.find(([line]) => line.includes(word))!;
    return args!.trim().split(/\s+/);
  },
};

import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { lossStage } from './loss-stage.ts';

describe('the stage of an installment', () => {
  test.each([
    [-40, 'stage_1'],
    [0, 'stage_1'],
    [30, 'stage_1'],
    [31, 'stage_2'],
    [90, 'stage_2'],
    [91, 'stage_3'],
  ] as const)('%i days after its due date is %s', (days, stage) => {
    expect(lossStage('2026-03-05', addDays('2026-03-05', days))).toBe(stage);
  });
});

import { z } from 'zod';

/** Makes zod's messages continue the field's name ("must be text"). A schema's own messages take precedence. */
export function configureValidationMessages(): void {
  z.config({
    customError: (issue) => {
      switch (issue.code) {
        case 'invalid_type':
          return issue.input === undefined
            ? 'is missing'
            : `must be ${withArticle(issue.expected)}`;
        case 'invalid_value':
          return `must be one of ${issue.values.map(String).join(', ')}`;
        case 'invalid_format':
          return issue.format === 'uuid' ? 'must be an id' : `must be a valid ${issue.format}`;
        case 'unrecognized_keys':
          return `cannot be set: ${issue.keys.join(', ')}`;
        case 'too_big':
          return `must be at most ${issue.maximum}${unit(issue.origin)}`;
        case 'too_small':
          return `must be at least ${issue.minimum}${unit(issue.origin)}`;
        default:
          return 'is not valid';
      }
    },
  });
}

const withArticle = (type: string) =>
  ({
    string: 'text',
    array: 'a list',
    object: 'an object',
    number: 'a number',
    int: 'a whole number',
  })[type] ?? `a ${type}`;

const unit = (origin: string) => ({ string: ' characters', array: ' items' })[origin] ?? '';

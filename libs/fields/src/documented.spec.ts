import { fieldsOf } from './documented.js';
import { Text } from './fields.js';

class Animal {
  @Text()
  name: string;
}
class Dog extends Animal {
  @Text()
  breed: string;
}

test('an answer has what its class and the parents declare, and nothing else of a record', () => {
  const row = { secret: 'x', breed: 'Spitz', name: 'Ada' };
  expect([fieldsOf(Dog, row), fieldsOf(Animal, row)]).toEqual([{ name: 'Ada', breed: 'Spitz' }, { name: 'Ada' }]);
});

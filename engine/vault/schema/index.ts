export { isOlder, migrate, migrations, schemaVersion, type Migration } from './migrate.ts';

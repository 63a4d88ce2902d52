/** Settings of a daemon in which nothing happens by itself. */
export const unscheduled = {
  DOCVAULT_SCHEDULES_BACKUP: 'off',
  DOCVAULT_SCHEDULES_SYNC: 'off',
  DOCVAULT_SCHEDULES_CHECK: 'off',
  DOCVAULT_SCHEDULES_AUDIT_REPORT: 'off',
  DOCVAULT_SCHEDULES_DRILL: 'off',
  DOCVAULT_SCHEDULES_FIRST_BACKUP: 'false',
  DOCVAULT_FLEET_GATHER: '0ms',
  DOCVAULT_SERVER_PORT: '0',
  DOCVAULT_DAEMON_MIN_FREE: '0',
}

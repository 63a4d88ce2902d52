/**
 * Which section speaks to which control. It says where an auditor finds what a control asks about, and not that the control is
 * met: that is theirs to say.
 */
export interface Control {
  framework: string
  control: string
  asks: string
  /** Ids of sections. */
  sections: readonly string[]
}

export const controls: readonly Control[] = [
  {
    framework: 'ISO/IEC 27001:2022',
    control: 'A.8.13 Information backup',
    asks: 'that copies are kept by a policy, are complete, are tested, and are protected elsewhere',
    sections: [
      'policy',
      'recovery_points',
      'runs',
      'gaps',
      'verification',
      'drills',
      'replicas',
      'retention',
    ],
  },
  {
    framework: 'SOC 2',
    control: 'A1.2 Backup and recovery infrastructure',
    asks: 'that backups are made, watched, and kept away from what they are of',
    sections: ['policy', 'recovery_points', 'runs', 'gaps', 'replicas', 'retention'],
  },
  {
    framework: 'SOC 2',
    control: 'A1.3 Recovery plan testing',
    asks: 'that recovery is tested, and what is stored is checked for being whole',
    sections: ['verification', 'drills', 'restores'],
  },
  {
    framework: 'SOC 2',
    control: 'CC7.5 Recovery from security incidents',
    asks: 'that incidents are found and recovered from, and who did what',
    sections: ['restores', 'anomalies', 'approvals', 'drills', 'operators'],
  },
  {
    framework: 'DORA (EU) 2022/2554',
    control: 'Art. 12 Backup policies, restoration and recovery',
    asks: 'scope and frequency of backups, recovery time and point objectives, tests, separate systems, integrity after recovery',
    sections: [
      'policy',
      'recovery_points',
      'runs',
      'gaps',
      'verification',
      'drills',
      'replicas',
      'retention',
      'restores',
    ],
  },
  {
    framework: 'NIS2 (EU) 2022/2555',
    control: 'Art. 21(2)(c) Business continuity',
    asks: 'that backups are managed and recovery from a disaster is prepared',
    sections: ['policy', 'recovery_points', 'verification', 'drills', 'replicas', 'restores', 'anomalies'],
  },
]

/** Events as the documentation of these systems shows them, shortened. Sources: see `presets.ts`. */
export const payloads = {
  greenhouse: {
    body: {
      action: 'hire_candidate',
      payload: {
        application: {
          id: 46194062,
          credited_to: { id: 158104, email: 'bob_johnson1@localhost.com', name: 'Robert Johnson' },
          candidate: {
            id: 35897443,
            first_name: 'Johnny',
            last_name: 'Smith',
            title: 'Previous Title',
            email_addresses: [{ value: 'personal@example.com', type: 'personal' }],
            recruiter: { id: 55, email: 'bob_johnson@localhost.com', name: 'Bob Johnson' },
          },
          jobs: [{ id: 323753, name: 'Developer', opened_at: '2014-11-20T22:49:14Z' }],
          offer: { id: 506409, version: 2, sent_at: '2031-02-10', starts_at: '2031-03-17' },
        },
      },
    },
    shown: 'Johnny Smith, starts Mon 17 Mar.',
    said: { 'First name': 'Johnny', 'Last name': 'Smith', Position: 'Developer', 'Start day': '2031-03-17' },
  },
  workable: {
    body: {
      event_type: 'candidate_moved',
      fired_at: '2031-03-03T12:20:22Z',
      resource_type: 'candidate',
      id: '4a1e2b',
      data: {
        id: 'f30a5',
        name: 'Lakita Marrero',
        firstname: 'Lakita',
        lastname: 'Marrero',
        stage: 'Hired',
        email: 'lakita@example.com',
        job: { shortcode: '9F30A5', title: 'Sales Intern' },
      },
    },
    shown: 'Lakita Marrero.',
    said: { 'First name': 'Lakita', 'Last name': 'Marrero', Position: 'Sales Intern' },
  },
  personio: {
    body: {
      success: true,
      metadata: { total_elements: 1 },
      data: [
        {
          type: 'Employee',
          attributes: {
            id: { label: 'ID', value: 1234567 },
            first_name: { label: 'First name', value: 'Ada' },
            last_name: { label: 'Last name', value: 'Park' },
            email: { label: 'Email', value: 'ada@acme.example' },
            hire_date: { label: 'Hire date', value: '2031-03-17T00:00:00+01:00' },
            position: { label: 'Position', value: 'Engineer' },
            supervisor: {
              label: 'Supervisor',
              value: {
                type: 'Employee',
                attributes: { email: { label: 'Email', value: 'marcus.oyelaran@acme.example' } },
              },
            },
          },
        },
      ],
    },
    shown: 'Ada Park, starts Mon 17 Mar.',
    said: { 'Work email': 'ada@acme.example', Manager: 'Marcus Oyelaran', 'Start day': '2031-03-17' },
  },
  bamboohr: {
    body: {
      employees: [
        {
          id: '123',
          action: 'Created',
          timestamp: '2031-03-03T12:00:00+0000',
          changedFields: ['First Name', 'Hire Date'],
          fields: {
            'First Name': { value: 'Jo' },
            'Last Name': { value: 'Lee' },
            'Work Email': { value: 'jo@acme.example' },
            'Hire Date': { value: '2031-03-17' },
            'Job Title': { value: 'Designer' },
          },
        },
      ],
    },
    shown: 'Jo Lee, starts Mon 17 Mar.',
    said: { 'First name': 'Jo', 'Work email': 'jo@acme.example', Position: 'Designer' },
  },
};

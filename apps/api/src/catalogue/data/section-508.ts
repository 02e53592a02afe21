// Numbers and short names of the Revised Section 508 Standards (36 CFR part 1194, appendices A and C; published January 18,
// 2017, corrected January 22, 2018), U.S. Access Board (https://www.access-board.gov/ict/), a work of the United States
// government in the public domain. Read from the catalogue of OpenACR 0.3.5 (@openacr/openacr, GSA, CC0 1.0).

/** The headings, by number. */
export const SECTION_508_GROUPS = `
E205 Electronic content and software interfaces (E205.4, E207.2)
3 Functional performance criteria
302 Criteria
4 Hardware
402 Closed functionality
403 Biometrics
404 Preservation of information provided for accessibility
405 Privacy
406 Standard connections
407 Operable parts
407.3 Input controls
407.8 Reach height and depth
408 Display screens
409 Status indicators
410 Color coding
411 Audible signals
412 ICT with two-way voice communication
413 Closed caption processing technologies
414 Audio description processing technologies
415 User controls for captions and audio descriptions
5 Software
502 Interoperability with assistive technology
502.2 Documented accessibility features
502.3 Accessibility services
503 Applications
503.4 User controls for captions and audio description
504 Authoring tools
6 Support documentation and services
602 Support documentation
603 Support services
`;

/** The provisions beside the success criteria of WCAG 2.0. */
export const SECTION_508_PROVISIONS = `
302.1 Without Vision
302.2 With Limited Vision
302.3 Without Perception of Color
302.4 Without Hearing
302.5 With Limited Hearing
302.6 Without Speech
302.7 With Limited Manipulation
302.8 With Limited Reach and Strength
302.9 With Limited Language, Cognitive, and Learning Abilities
402.2.1 Information Displayed On-Screen
402.2.2 Transactional Outputs
402.2.3 Speech Delivery Type and Coordination
402.2.4 User Control
402.2.5 Braille Instructions
402.3.1 Private Listening
402.3.2 Non-private Listening
402.4 Characters on Display Screens
402.5 Characters on Variable Message Signs
403.1 General (Biometrics)
404.1 General (Preservation of Information Provided for Accessibility)
405.1 General (Privacy)
406.1 General (Standard Connections)
407.2 Contrast (Operable Parts)
407.3.1 Tactilely Discernible
407.3.2 Alphabetic Keys
407.3.3 Numeric Keys
407.4 Key Repeat
407.5 Timed Response
407.6 Operation
407.7 Tickets, Fare Cards, and Keycards
407.8.1 Vertical Reference Plane
407.8.1.1 Vertical Plane for Side Reach
407.8.1.2 Vertical Plane for Forward Reach
407.8.2 Side Reach
407.8.2.1 Unobstructed Side Reach
407.8.2.2 Obstructed Side Reach
407.8.3 Forward Reach
407.8.3.1 Unobstructed Forward Reach
407.8.3.2 Obstructed Forward Reach
407.8.3.2.1 Operable Part Height for ICT with Obstructed Forward Reach
407.8.3.2.2 Knee and Toe Space under ICT with Obstructed Forward Reach
408.2 Visibility
408.3 Flashing
409.1 General (Status Indicators)
410.1 General (Color Coding)
411.1 General (Audible Signals)
412.2.1 Volume Gain for Wireline Telephones
412.2.2 Volume Gain for Non-Wireline ICT
412.3.1 Wireless Handsets
412.3.2 Wireline Handsets
412.4 Digital Encoding of Speech
412.5 Real-Time Text Functionality
412.6 Caller ID
412.7 Video Communication
412.8.1 TTY Connectability
412.8.2 Voice and Hearing Carry Over
412.8.3 Signal Compatibility
412.8.4 Voice Mail and Other Messaging Systems
413.1.1 Decoding and Display of Closed Captions
413.1.2 Pass-Through of Closed Caption Data
414.1.1 Digital Television Tuners
414.1.2 Other ICT
415.1.1 Caption Controls
415.1.2 Audio Description Controls
502.2.1 User Control of Accessibility Features
502.2.2 No Disruption of Accessibility Features
502.3.1 Object Information
502.3.2 Modification of Object Information
502.3.3 Row, Column, and Headers
502.3.4 Values
502.3.5 Modification of Values
502.3.6 Label Relationships
502.3.7 Hierarchical Relationships
502.3.8 Text
502.3.9 Modification of Text
502.3.10 List of Actions
502.3.11 Actions on Objects
502.3.12 Focus Cursor
502.3.13 Modification of Focus Cursor
502.3.14 Event Notification
502.4 Platform Accessibility Features
503.2 User Preferences
503.3 Alternative User Interfaces
503.4.1 Caption Controls
503.4.2 Audio Description Controls
504.2 Content Creation or Editing
504.2.1 Preservation of Information Provided for Accessibility in Format Conversion
504.2.2 PDF Export
504.3 Prompts
504.4 Templates
602.2 Accessibility and Compatibility Features
602.3 Electronic Support Documentation
602.4 Alternate Formats for Non-Electronic Support Documentation
603.2 Information on Accessibility and Compatibility Features
603.3 Accommodation of Communication Needs
`;
